/** The table of all rows, for a terminal and as Markdown. */
import Table from 'cli-table3';
import type { Row } from './benchmark.ts';

export interface Measured {
  readonly name: string;
  readonly seconds: number;
  readonly rows: readonly Row[];
  readonly missing: readonly string[];
  readonly notes: readonly string[];
  /** Why there are no results. */
  readonly failure?: string;
}

const heads = ['what', 'unit', 'ours', 'peer', 'limit', '÷ peer', '÷ limit', 'runs', 'memory', 'CPU s', 'goal'];

export function table(benchmarks: readonly Measured[]): string {
  const shown = new Table({
    head: heads,
    style: { head: [], border: [], compact: true },
    colAligns: heads.map((head) => (['what', 'unit', 'goal'].includes(head) ? 'left' : 'right')),
  });
  for (const { name, rows, failure } of benchmarks) {
    shown.push([{ colSpan: heads.length, content: failure === undefined ? name : `${name}: ${failure}` }]);
    for (const row of rows) shown.push(cells(row));
  }
  return shown.toString();
}

export function markdown(benchmarks: readonly Measured[]): string {
  const line = (values: readonly string[]) => `| ${values.join(' | ')} |`;
  const aligned = heads.map((head) => (['what', 'unit', 'goal'].includes(head) ? '---' : '---:'));
  const lines = benchmarks.flatMap(({ name, rows, failure }) => [
    line([`**${name}**${failure === undefined ? '' : `: ${failure}`}`, ...heads.slice(1).map(() => '')]),
    ...rows.map((row) => line(cells(row))),
  ]);
  return [line(heads), line(aligned), ...lines].join('\n');
}

function cells(row: Row): string[] {
  const { what, unit, ours, peer, limit, runs, peakBytes, cpuSeconds, goal } = row;
  const quotient = (rival: Row['peer']) => (rival === undefined || !(rival.value > 0) ? '' : (ours / rival.value).toFixed(2));
  return [
    what,
    unit,
    figure(ours),
    peer === undefined ? '' : `${figure(peer.value)} ${peer.name}`,
    limit === undefined ? '' : `${figure(limit.value)} ${limit.name}`,
    quotient(peer),
    quotient(limit),
    runs === undefined ? '' : String(runs),
    peakBytes === undefined || peakBytes === 0 ? '' : `${Math.round(peakBytes / 1024 / 1024)} MB`,
    cpuSeconds === undefined || Number.isNaN(cpuSeconds) ? '' : cpuSeconds.toFixed(2),
    goal === undefined ? '' : `${goal.met ? 'yes' : 'no'}: ${goal.text}`,
  ];
}

/** Three significant digits. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return '?';
  if (value !== 0 && Math.abs(value) < 100) return String(Number(value.toPrecision(3)));
  return Math.round(value).toLocaleString('en');
}
