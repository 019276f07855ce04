import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FolderSettings, folderSettingsSchema } from '../../../../../electron/core/config/folder-settings.ts';
import type { Document, DocumentState, FileFacts } from '../../../../../electron/core/document/document.ts';
import { directoryOf, fileNameOf } from '../../../../../electron/core/document/document.ts';
import { answerWhy, type WhyAnswer } from '../../../../../electron/headless/commands/status/why/answer.ts';
import { findPlace } from '../../../../../electron/headless/commands/status/why/place.ts';
import type { EngineHolder } from '../../../../../electron/headless/input/engine-holder.ts';
import { type Ledger, openLedger } from '../../../../../electron/ledger/ledger.ts';
import { recordedFolders } from '../../../../../electron/workspace/engine/engine-snapshot.ts';

export const origin = 'https://a.example';
export const route = { kind: 'extraction', id: 'e' } as const;

/** A folder on disk and a ledger that an engine could have left; questions about any path are answered. */
export interface WhyScene {
  readonly root: string;
  readonly folder: string;
  readonly folderId: number;
  readonly ledger: Ledger;
  /** Writes a file, relative to the folder. */
  write(path: string, content?: string): FileFacts;
  /** A document as the scan would have found it, brought to a state. */
  add(path: string, state: DocumentState, changes?: Partial<Document>): Document;
  /** `path` relative to the root; the folder is `scans`. */
  ask(path: string, holder?: EngineHolder): Promise<WhyAnswer>;
}

export const running: EngineHolder = { kind: 'running', pid: 7, host: 'nas', since: '2026-01-01T00:00:00.000Z' };

export function openWhyScene(settings: Partial<FolderSettings> = {}): WhyScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-why-')));
  const folder = join(root, 'scans');
  mkdirSync(folder);
  const ledger = openLedger(':memory:');
  onTestFinished(() => {
    ledger.close();
    rmSync(root, { recursive: true, force: true });
  });
  const folderId = ledger.folders.ensure(folder).id;
  ledger.folders.setBaseline(folderId, 1);
  ledger.meta.set(`folder-settings:${folderId}`, folderSettingsSchema.parse({ path: folder, route, ...settings }));
  ledger.meta.set(`folder-health:${folderId}`, { kind: 'watching', by: 'events' });
  ledger.meta.set('work', { origin, folders: [folderId] });

  const factsAt = (path: string): FileFacts => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts === undefined ? { size: 1, mtimeMs: 1, ino: 1 } : { size: facts.size, mtimeMs: facts.mtimeMs, ino: facts.ino };
  };
  return {
    root,
    folder,
    folderId,
    ledger,
    write(path, content = 'x') {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
      return factsAt(join(folder, path));
    },
    add(path, state, changes = {}) {
      const facts = factsAt(join(folder, path));
      const { id } = ledger.documents.add({ folderId, path, facts, origin, route, state, foundAt: 1_000 });
      ledger.files.put({ folderId, directory: directoryOf(path), name: fileNameOf(path), facts, documentId: id });
      ledger.history.add({ documentId: id, at: 1_000, event: 'found' });
      return ledger.documents.update(id, changes);
    },
    async ask(path, holder = running) {
      return answerWhy(await findPlace(join(root, path), recordedFolders(ledger)), {
        ledger,
        holder,
        now: 5_000,
      });
    },
  };
}
