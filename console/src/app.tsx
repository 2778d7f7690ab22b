/** The console: its pages by address, inside the shell, for whoever is signed in. */
import type { ComponentChildren } from 'preact';
import { Empty, Skeleton } from './elements/states.tsx';
import { Link, match, type Place, usePlace } from './frame/router.tsx';
import { Shell } from './frame/shell.tsx';
import { AuditPage } from './pages/audit-page.tsx';
import { BrowsePage, SeriesPage } from './pages/browse-page.tsx';
import { CardPage } from './pages/card-page.tsx';
import { AllCardsPage, ExpansionPage } from './pages/cards-page.tsx';
import { ChecklistPage } from './pages/checklist-page.tsx';
import { IngestPage } from './pages/ingest-page.tsx';
import { KeysPage } from './pages/keys-page.tsx';
import { ListPage } from './pages/list-page.tsx';
import { MoversPage } from './pages/movers-page.tsx';
import { OverviewPage } from './pages/overview-page.tsx';
import { ProductPage } from './pages/product-page.tsx';
import { ProductsPage } from './pages/products-page.tsx';
import { ScanPage } from './pages/scan-page.tsx';
import { SearchPage } from './pages/search-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { SubscriptionPage } from './pages/subscription-page.tsx';
import { SubscriptionsPage } from './pages/subscriptions-page.tsx';
import { may, type Session, SessionContext, useSessionOfBrowser } from './service/session.tsx';

type Show = (parts: Record<string, string>, place: Place) => ComponentChildren;

const PAGES: readonly [pattern: string, show: Show][] = [
  ['/', () => <BrowsePage />],
  // Where people who are signed out may have been sent, or have a bookmark.
  ['/sign-in', () => <BrowsePage />],
  ['/series/:id', ({ id = '' }) => <SeriesPage id={id} />],
  ['/expansions/:id', ({ id = '' }) => <ExpansionPage id={id} />],
  ['/expansions/:id/checklist', ({ id = '' }) => <ChecklistPage id={id} />],
  ['/movers', () => <MoversPage />],
  ['/cards', () => <AllCardsPage />],
  ['/cards/:id', ({ id = '' }) => <CardPage id={id} />],
  ['/search', (_, { query }) => <SearchPage query={query} />],
  ['/products', () => <ProductsPage />],
  ['/products/:id', ({ id = '' }) => <ProductPage id={Number(id)} />],
  ['/scan', () => <ScanPage />],
  ['/list', () => <ListPage />],
];

const OPERATOR_PAGES: readonly [pattern: string, show: Show][] = [
  ['/overview', () => <OverviewPage />],
  ['/ingest', () => <IngestPage />],
  ['/keys', () => <KeysPage />],
  ['/subscriptions', () => <SubscriptionsPage />],
  ['/subscriptions/:id', ({ id = '' }) => <SubscriptionPage id={id} />],
  ['/audit', () => <AuditPage />],
];

function found(pages: typeof PAGES, place: Place): ComponentChildren | undefined {
  for (const [pattern, show] of pages) {
    const parts = match(pattern, place.path);
    if (parts) return show(parts, place);
  }
  return undefined;
}

function pageOf(place: Place, session: Session): ComponentChildren {
  const { state } = session;
  if (state.state === 'out') return <SignInPage error={state.error} />;
  if (state.state === 'entering') return <Skeleton kind="panel" count={3} />;
  const page = found(PAGES, place);
  if (page) return page;
  const operatorPage = found(OPERATOR_PAGES, place);
  if (operatorPage && may(session, 'admin')) return operatorPage;
  if (operatorPage && state.state === 'unknown') return <Skeleton kind="panel" count={3} />;
  if (operatorPage) {
    return (
      <Empty title="This page is the operator's" isWholePage>
        <p>Sign in with a key that has the scope “admin”, or with the link that “cardstock console-link” prints.</p>
      </Empty>
    );
  }
  return (
    <Empty title="There is no such page" isWholePage>
      <p>
        <Link to="/">To the start</Link>
      </p>
    </Empty>
  );
}

export function App() {
  const place = usePlace();
  const session = useSessionOfBrowser();
  return (
    <SessionContext.Provider value={session}>
      <Shell place={place}>{pageOf(place, session)}</Shell>
    </SessionContext.Provider>
  );
}
