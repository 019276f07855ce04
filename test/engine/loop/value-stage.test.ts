import { describe, expect, it } from 'vitest';
import type { FolderHealth } from '../../../electron/core/contract/status.ts';
import { ValueStage } from '../../../electron/engine/loop/value-stage.ts';

function stageOf({ unread }: { unread: number }) {
  const now = { elapsed: 1_000, health: 'scanning' as FolderHealth['kind'], read: 0 };
  const stage = new ValueStage({
    world: {
      clock: { elapsed: () => now.elapsed },
      ledger: {
        documents: {
          readValues(limit: number) {
            now.read = Math.min(unread, now.read + limit);
            return now.read < unread;
          },
        },
      },
    },
    folders: { all: () => [{ id: 1 }], health: () => ({ kind: now.health }) },
  } as unknown as ConstructorParameters<typeof ValueStage>[0]);
  const go = (milliseconds: number) => {
    now.elapsed += milliseconds;
    return stage.start(now.elapsed);
  };
  return { now, go };
}

describe('reading the values of documents that an earlier version has recorded', () => {
  it('waits until the folders were looked through once', () => {
    const { now, go } = stageOf({ unread: 120 });
    expect(go(0)).toBeGreaterThan(now.elapsed);
    go(1_000);
    expect(now.read).toBe(0);
    now.health = 'watching';
    for (let next = go(1_000); next !== undefined; next = go(next - now.elapsed));
    expect(now.read).toBe(120);
  });

  it('does not wait for ever for a folder that takes long', () => {
    const { now, go } = stageOf({ unread: 120 });
    go(0);
    go(61_000);
    expect(now.read).toBeGreaterThan(0);
  });

  it('wants no turn where nothing is to be read', () => {
    const { now, go } = stageOf({ unread: 0 });
    now.health = 'watching';
    expect(go(0)).toBeUndefined();
  });
});
