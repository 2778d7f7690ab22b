/** The index of the scan as a task: its name, and how long it may stay silent. Apart, for commands that only name it. */

/** No source of the configuration may have this name. */
export const SCAN_TASK = { name: 'scan', windowMs: 26 * 3_600_000 };
