/** All that handlers have at hand, put together by the service; each imports the parts that it needs, from where they are made. */
import type { SubscriptionService } from '../events/manage-subscriptions.ts';
import type { Scanner } from '../scan/processes/scanner.ts';
import type { Assisting } from './assistant.ts';
import type { Explaining } from './catalog/cards.ts';
import type { ServedGames } from './catalog/in-language.ts';
import type { Paging } from './catalog/list.ts';
import type { Compat } from './compat/compat.ts';
import type { FileParts } from './files/files.ts';
import type { HealthAudience, HealthParts, ProcessParts } from './health.ts';
import type { KeyControl } from './operator/keys.ts';
import type { Auditing } from './operator/overview.ts';
import type { RunControl } from './operator/runs.ts';
import type { KeptPictures } from './pages/pictures.ts';
import type { DemoPictures, PageParts } from './pages/web-pages.ts';
import type { CatalogReads } from './request.ts';

export interface Operator extends RunControl, Auditing, KeyControl {
  version: string;
  subscriptions: SubscriptionService;
}

export interface ApiContext
  extends Paging,
    ServedGames,
    Explaining,
    FileParts,
    HealthParts,
    HealthAudience,
    ProcessParts,
    PageParts,
    Assisting,
    DemoPictures,
    KeptPictures,
    Compat {
  scanner: Scanner;
  operator: Operator;
}

export interface RequestContext extends ApiContext, CatalogReads {}
