/** What the numbers were measured on. */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { median } from './kit/statistics.ts';

export interface Machine {
  readonly processors: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  /** The file system of the measured directory. */
  readonly fileSystem: string;
  readonly freeBytes: number;
  /** The median time of a small write with fsync, in milliseconds. */
  readonly fsyncMs: number;
  /** The load average over the minute before the benchmarks started. */
  readonly load: number;
}

export function lookAtMachine(directory: string): Machine {
  const processors = cpus();
  const { bavail, bsize } = statfsSync(directory);
  return {
    processors: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    fileSystem: fileSystemOf(directory),
    freeBytes: bavail * bsize,
    fsyncMs: fsyncTime(directory),
    load: loadavg()[0] ?? 0,
  };
}

/** The type of the file system that holds a directory; known on Linux only. */
function fileSystemOf(directory: string): string {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const around = mounts.filter(
      ([, at]) => at !== undefined && (directory === at || directory.startsWith(at === '/' ? at : `${at}/`)),
    );
    const nearest = around.toSorted((a, b) => (b[1]?.length ?? 0) - (a[1]?.length ?? 0))[0];
    return nearest?.[2] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

function fsyncTime(directory: string): number {
  const path = join(directory, 'fsync');
  const file = openSync(path, 'w');
  try {
    const times = Array.from({ length: 200 }, () => {
      const begun = performance.now();
      writeSync(file, 'x');
      fsyncSync(file);
      return performance.now() - begun;
    });
    return median(times);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

export function machineLines(machine: Machine): string[] {
  const gigabytes = (bytes: number) => `${Math.round(bytes / 1e9)} GB`;
  const { cores, processors, memoryBytes, system, node, fileSystem, freeBytes, fsyncMs, load } = machine;
  return [
    `${cores} cores (${processors}), ${gigabytes(memoryBytes)} of memory, ${system}, Node ${node}.`,
    `Disk: ${fileSystem}, ${gigabytes(freeBytes)} free, a small write with fsync takes ${fsyncMs.toFixed(2)} ms. Load when it began: ${load.toFixed(1)}.`,
  ];
}
