/** Accessibility findings of a page, by axe-core. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] }[];
}

/** One line a finding: the rule, where, and why. The page's policy forbids scripts, so axe is run by the debugger. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
