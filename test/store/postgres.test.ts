/** Runs the store's suite on PostgreSQL, where DATABASE_URL names a server. */
import { postgresMissing } from '../support/stages/stores.ts';
import { conformance } from './conformance.ts';

conformance('postgres', { skip: postgresMissing });
