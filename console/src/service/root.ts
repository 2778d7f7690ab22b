/** Where the service is, as this page was loaded from it: a proxy in front may have put it below a path. */

/** Scripts lie two folders below. */
const root = new URL('../..', import.meta.url);

/** The path before every path of the service: '' or `/cards`. */
export const BELOW = root.pathname.slice(0, -1);

/** Before every path of the service: `https://cards.example` or `https://shop.example/cards`. */
export const SERVICE = `${root.origin}${BELOW}`;
