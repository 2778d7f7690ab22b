/** Runs the store's suite on SQLite. */
import { conformance } from './conformance.ts';

conformance('sqlite', { skip: false });
