/** How long requests took, by route and status, as a Prometheus histogram. */

/** Upper bounds in seconds. */
const BOUNDS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const NAME = 'cardstock_http_request_seconds';

/** Requests of one route and status: how many fell under each bound and over the last, and seconds in all. */
interface Series {
  counts: number[];
  sumS: number;
}

/** Counts in a few nanoseconds; prom-client's own histogram takes longer than looking a cached answer up. */
export class RequestTimes {
  readonly #series = new Map<string, Map<number, Series>>();

  observe(route: string, status: number, seconds: number): void {
    const series = this.#series.get(route)?.get(status) ?? this.#add(route, status);
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sumS += seconds;
  }

  /** The lines of a scrape. */
  text(): string {
    const lines = [
      `# HELP ${NAME} Time from the request at hand to its answer made, by route and status`,
      `# TYPE ${NAME} histogram`,
    ];
    for (const [route, byStatus] of this.#series) {
      for (const [status, series] of byStatus)
        lines.push(...seriesLines(`route="${route}",status="${status}"`, series));
    }
    return `${lines.join('\n')}\n`;
  }

  #add(route: string, status: number): Series {
    const byStatus = this.#series.get(route) ?? new Map<number, Series>();
    const series = { counts: Array<number>(BOUNDS.length + 1).fill(0), sumS: 0 };
    this.#series.set(route, byStatus.set(status, series));
    return series;
  }
}

function seriesLines(labels: string, { counts, sumS }: Series): string[] {
  let below = 0;
  const buckets = counts.map((count, at) => {
    below += count;
    return `${NAME}_bucket{le="${BOUNDS[at] ?? '+Inf'}",${labels}} ${below}`;
  });
  return [...buckets, `${NAME}_sum{${labels}} ${sumS}`, `${NAME}_count{${labels}} ${below}`];
}
