import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FolderSettings, folderSettingsSchema } from '../../../../../electron/core/config/folder-settings.ts';
import { type Document, directoryOf, fileNameOf } from '../../../../../electron/core/document/document.ts';
import type { DocumentState } from '../../../../../electron/core/document/states.ts';
import { inEnglish } from '../../../../../electron/core/messages/wording.ts';
import { locate } from '../../../../../electron/headless/commands/status/why/location.ts';
import { answerWhy, type WhyAnswer } from '../../../../../electron/headless/commands/status/why/why.ts';
import type { EngineHolder } from '../../../../../electron/headless/input/ledger-access.ts';
import { openLedger } from '../../../../../electron/ledger/ledger.ts';
import { recordedFolders } from '../../../../../electron/workspace/engine/engine-snapshot.ts';
import { type Members, putDocument } from '../../../../support/jobs.ts';
import { Scene } from '../../../../support/scene.ts';

export const origin = 'https://a.example';
export const route = { kind: 'extraction', id: 'e' } as const;

export const running: EngineHolder = { kind: 'running', pid: 7, host: 'nas', since: '2026-01-01T00:00:00.000Z' };

/** A folder on disk and a ledger that an engine could have left; questions about any path are answered. */
export function openQuestions(settings: Partial<FolderSettings> = {}) {
  const scene = new Scene();
  const { root, folderPath: folder } = scene;
  const ledger = openLedger(':memory:');
  scene.atEnd(() => ledger.close());
  onTestFinished(() => scene.end());
  const folderId = ledger.folders.ensure(folder).id;
  ledger.folders.setBaseline(folderId, 1);
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: folder, route, ...settings }), folderId);
  ledger.meta.write('folder-health', { kind: 'watching', by: 'events' }, folderId);
  ledger.meta.write('work', { origin, folders: [folderId] });
  return {
    root,
    folder,
    folderId,
    ledger,
    /** Writes a file, relative to the folder. */
    write: (path: string, content = 'x') => scene.write(path, content),
    /** A document as the scan would have found it, brought to a state. */
    add(path: string, state: DocumentState, changes: Members = {}): Document {
      const facts = scene.facts(path);
      const document = putDocument(ledger, folderId, { path, facts, origin, route, state, foundAt: 1_000, ...changes });
      const { id } = document;
      ledger.files.put({ folderId, directory: directoryOf(path), name: fileNameOf(path), facts, documentId: id });
      return document;
    },
    /** @param path relative to the root; the folder is `scans` */
    async ask(path: string, holder: EngineHolder = running): Promise<WhyAnswer & { readonly text: string }> {
      const location = await locate(join(root, path), recordedFolders(ledger));
      const answer = answerWhy(location, { ledger, holder, now: 5_000 });
      return { ...answer, text: inEnglish(answer.answer) };
    },
  };
}
