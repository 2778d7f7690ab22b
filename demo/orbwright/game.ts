/** The second game's name, as it stands in documents, and its number among the categories of the USD side. */
export const ORBWRIGHT = { name: 'Orbwright', slug: 'orbwright', category: 902 } as const;
