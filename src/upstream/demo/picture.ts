/** The pictures of the demo source (drawn in the next commit). */
export const demoPicture = async (_p: string): Promise<{ type: string; bytes: Buffer } | undefined> => undefined;
