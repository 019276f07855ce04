import { statSync } from 'node:fs';
import { isOutOfReach } from '../../core/contract/status.ts';
import { stateNames } from '../../core/document/states.ts';
import type { EngineStatus } from '../../engine/api.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { callCounts } from '../../service/call-counts.ts';
import { ledgerPath } from '../../settings/data-directory.ts';

/** The paths that are answered, on the window's port without a session and on that of `watch --health-port`. */
export const probePaths = ['/healthz', '/healthz/ready', '/metrics'] as const;

/** Answers a program that watches this one. The answer names no document, no folder and no address. */
export type Monitor = ReturnType<typeof createMonitor>;

/** Whose engine and ledger are watched, while they are there. */
interface MonitoredKeeper {
  readonly session: { readonly ledger: Ledger } | undefined;
  readonly running: { readonly engine: { status(): EngineStatus } } | undefined;
}

/** Upper bounds of a result's time, in seconds. */
const bounds = [5, 15, 30, 60, 120, 300, 900, 3600, 86_400];

/**
 * Live: the program answers. Ready: an engine is at work, nothing blocks all of its requests, and its folders can be read. `/metrics` is
 * in the text format of Prometheus; results are counted from the start of the monitor.
 */
export function createMonitor(dataDirectory: string, keeper: MonitoredKeeper, now: () => number = Date.now) {
  const took = { upTo: now(), counts: bounds.map(() => 0), count: 0, sum: 0 };

  function noteResults(of: Ledger): void {
    const until = now();
    for (const { tookMs, duplicate } of of.documents.deliveredIn(took.upTo, until)) {
      if (duplicate) continue;
      const seconds = tookMs / 1_000;
      took.count += 1;
      took.sum += seconds;
      for (const [index, bound] of bounds.entries()) if (seconds <= bound) took.counts[index] = (took.counts[index] ?? 0) + 1;
    }
    took.upTo = until;
  }

  function isReady(): boolean {
    const engine = keeper.running?.engine.status();
    const gate = engine?.gate.kind;
    return (gate === 'open' || gate === 'rate') && outOfReach(engine) === 0 && engine?.ledger === undefined;
  }

  function outOfReach(engine: EngineStatus | undefined): number {
    return engine?.folders.filter(({ health }) => isOutOfReach(health)).length ?? 0;
  }

  function metrics(): string {
    const [open, engine] = [keeper.session?.ledger, keeper.running?.engine.status()];
    if (open !== undefined) noteResults(open);
    const states = new Map<string, number>();
    for (const { state, count } of open?.documents.counts() ?? []) states.set(state, (states.get(state) ?? 0) + count);
    const buckets = [
      ...bounds.map((bound, index) => [String(bound), took.counts[index] ?? 0] as const),
      ['+Inf', took.count] as const,
    ];
    return [
      metric('intray_ready', 'gauge', 'Whether an engine is at work and nothing blocks its requests.', [['', Number(isReady())]]),
      metric(
        'intray_documents',
        'gauge',
        'Documents by state.',
        stateNames.map((name) => [`{state="${name}"}`, states.get(name) ?? 0]),
      ),
      metric('intray_attention_documents', 'gauge', 'Documents that need a person.', [['', engine?.attention ?? 0]]),
      metric('intray_folders', 'gauge', 'Watched folders.', [['', engine?.folders.length ?? 0]]),
      metric('intray_folders_out_of_reach', 'gauge', 'Watched folders that cannot be reached, or not all of them.', [
        ['', outOfReach(engine)],
      ]),
      metric('intray_result_seconds', 'histogram', 'Time from a file to its result.', [
        ...buckets.map(([bound, count]) => [`_bucket{le="${bound}"}`, count] as const),
        ['_sum', took.sum],
        ['_count', took.count],
      ]),
      metric('intray_service_requests_total', 'counter', 'Calls of the service.', [['', callCounts.calls]]),
      metric(
        'intray_service_errors_total',
        'counter',
        'Calls of the service that failed, by kind.',
        [...callCounts.failures].map(([kind, count]) => [`{kind="${kind}"}`, count]),
      ),
      metric('intray_ledger_bytes', 'gauge', 'Size of the ledger.', [
        ['', statSync(ledgerPath(dataDirectory), { throwIfNoEntry: false })?.size ?? 0],
      ]),
      metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', process.memoryUsage.rss()]]),
      metric('process_cpu_seconds_total', 'counter', 'Processor time.', [
        ['', (process.cpuUsage().user + process.cpuUsage().system) / 1e6],
      ]),
    ].join('');
  }

  return (path: (typeof probePaths)[number]): { readonly code: 200 | 503; readonly type: string; readonly body: string } => {
    const ready = isReady();
    if (path === '/metrics') return { code: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: metrics() };
    const code = ready || path === '/healthz' ? 200 : 503;
    return { code, type: 'application/json', body: `${JSON.stringify({ live: true, ready })}\n` };
  };
}

function metric(
  name: string,
  type: 'gauge' | 'counter' | 'histogram',
  help: string,
  samples: readonly (readonly [labels: string, value: number])[],
): string {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([labels, value]) => `${name}${labels} ${value}`),
    '',
  ].join('\n');
}
