/** Budgets that several processes share in Redis or Valkey, exact across them; without it each process counts alone. */
import type { Redis } from 'ioredis';
import { withinTime } from '../time.ts';
import { type Budgets, type MemoryBudgets, type Verdict, verdictOf, WINDOW_MS } from './gcra.ts';

/** The rule of gcra.ts on the server's own clock, so that the processes' clocks do not matter. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local used = redis.call('HMGET', KEYS[1], 'debt', 'at')
local at = tonumber(used[2]) or now
local debt = (tonumber(used[1]) or 0) - math.max(0, now - at) * limit
debt = math.min(math.max(0, debt), limit * window)
local admitted = 0
if debt + window <= limit * window then
  admitted = 1
  debt = debt + window
end
redis.call('HSET', KEYS[1], 'debt', debt, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(debt / limit) + 1)
return {admitted, debt}`;

/** How long a request waits for Redis before this process decides alone. */
const ANSWER_MS = 250;
/** How long Redis is left alone after it did not answer: one late request a second, not every one. */
const PAUSE_MS = 1000;
const RECONNECT_MS_MAX = 1000;

type TakingRedis = Redis & { takeBudget(key: string, limit: number, windowMs: number): Promise<[number, number]> };

/** Hears of the loss and the return of Redis, once each. */
export type ConnectionListener = (isConnected: boolean, cause?: unknown) => void;

export class RedisBudgets implements Budgets {
  readonly #redis: TakingRedis;
  readonly #local: MemoryBudgets;
  readonly #onChange: ConnectionListener;
  #pausedUntilMs = 0;
  #wasConnected = true;

  private constructor(redis: TakingRedis, local: MemoryBudgets, onChange: ConnectionListener) {
    this.#redis = redis;
    this.#local = local;
    this.#onChange = onChange;
    redis.on('error', (cause: unknown) => this.#lost(cause));
    redis.on('close', () => this.#lost(new Error('the connection to Redis was closed')));
    redis.on('ready', () => this.#note(true));
  }

  /** Resolves once connected or once that failed: a Redis that is down at the start is a lost one, found again later. */
  static async connect(url: string, local: MemoryBudgets, onChange: ConnectionListener): Promise<RedisBudgets> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(url, {
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      maxRetriesPerRequest: 0,
      connectTimeout: 2000,
      retryStrategy: (times) => Math.min(100 * times, RECONNECT_MS_MAX),
      scripts: { takeBudget: { lua: TAKE, numberOfKeys: 1 } },
    });
    const budgets = new RedisBudgets(redis as TakingRedis, local, onChange);
    await new Promise<void>((resolve) => {
      redis.once('ready', resolve);
      redis.once('close', resolve);
    });
    return budgets;
  }

  /** Whether requests are counted across processes at this moment. */
  get isConnected(): boolean {
    return this.#redis.status === 'ready' && performance.now() >= this.#pausedUntilMs;
  }

  /** Every request is counted here too, so that a loss of Redis finds this process's own use, not a full budget. */
  take(id: string, limit: number, nowMs: number, windowMs = WINDOW_MS, spent = 0): Verdict | Promise<Verdict> {
    const alone = this.#local.take(id, limit, nowMs, windowMs, spent);
    return this.isConnected ? this.#takeShared(id, limit, windowMs, alone) : alone;
  }

  close(): void {
    // Leaving is no loss: the listener is not told.
    this.#wasConnected = false;
    this.#redis.disconnect();
  }

  async #takeShared(id: string, limit: number, windowMs: number, alone: Verdict): Promise<Verdict> {
    try {
      const taken = this.#redis.takeBudget(`cardstock:budget:${id}`, limit, windowMs);
      const [admitted, debt] = await withinTime(taken, ANSWER_MS, () => new Error(`no answer in ${ANSWER_MS} ms`));
      this.#note(true);
      return verdictOf(admitted === 1, debt, limit, windowMs);
    } catch (cause) {
      this.#pausedUntilMs = performance.now() + PAUSE_MS;
      this.#lost(cause);
      return alone;
    }
  }

  #lost(cause: unknown): void {
    this.#note(false, cause);
  }

  #note(isConnected: boolean, cause?: unknown): void {
    if (this.#wasConnected === isConnected) return;
    this.#wasConnected = isConnected;
    this.#onChange(isConnected, cause);
  }
}
