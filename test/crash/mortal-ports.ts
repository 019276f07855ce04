/** The engine's ports, each of whose calls may be the process's last. */
import { linkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Service, UploadOptions } from '../../electron/service/service.ts';
import type { Files } from '../support/inside/engine.ts';
import { wholeContent } from '../support/whole-content.ts';
import { end, type Fate } from './fate.ts';

async function around<Value>(fate: Fate, operation: string, work: () => Promise<Value>): Promise<Value> {
  fate.pass(operation, 'before');
  const value = await work();
  fate.pass(operation, 'after');
  return value;
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length >> 1);
}

/** What is on disk while a file is being written: a temporary one beside it, named as the real disk names them. */
function leaveTemporary(directory: string, bytes: Uint8Array): void {
  writeFileSync(join(directory, `.intray-${process.pid.toString(36)}-half-1.tmp`), bytes);
}

/** @param inPlace the disk writes outputs in place, as it must not */
export function mortalFiles(files: Files, fate: Fate, inPlace = false): Files {
  return {
    realPath: (path) => files.realPath(path),
    isBeingWritten: (path) => files.isBeingWritten(path),
    stat: (path) => around(fate, 'stat', () => files.stat(path)),
    list: (path) => around(fate, 'list', () => files.list(path)),
    read: (path, position, length) => around(fate, 'read', () => files.read(path, position, length)),
    hash: (path, signal) => around(fate, 'hash', () => files.hash(path, signal)),
    contentType: (path) => around(fate, 'contentType', () => files.contentType(path)),
    open: (path, facts, whole) =>
      around(fate, 'open', async () => {
        const file = await files.open(path, facts, whole);
        const read: typeof file.read = (position, length) => around(fate, 'read', () => file.read(position, length));
        return {
          ...file,
          read,
          contentType: () => around(fate, 'contentType', () => file.contentType()),
          hash: (signal) => around(fate, 'hash', () => file.hash(signal)),
        };
      }),
    probeWrite: (directory) =>
      around(fate, 'probeWrite', () => {
        if (fate.isLast('probeWrite', 'half')) {
          leaveTemporary(directory, new Uint8Array(1));
          end();
        }
        return files.probeWrite(directory);
      }),
    createWhole: (path, bytes) =>
      around(fate, 'createWhole', async () => {
        if (fate.isLast('createWhole', 'half')) {
          if (inPlace) writeFileSync(path, half(await wholeContent(bytes)));
          else leaveTemporary(dirname(path), half(await wholeContent(bytes)));
          end();
        }
        return files.createWhole(path, bytes);
      }),
    replaceWhole: (path, bytes) =>
      around(fate, 'replaceWhole', async () => {
        if (fate.isLast('replaceWhole', 'half')) {
          leaveTemporary(dirname(path), half(await wholeContent(bytes)));
          end();
        }
        return files.replaceWhole(path, bytes);
      }),
    writeAt: (path, expected, position, bytes) =>
      around(fate, 'writeAt', async () => {
        if (fate.isLast('writeAt', 'half')) {
          await files.writeAt(path, expected, position, half(bytes));
          end();
        }
        return files.writeAt(path, expected, position, bytes);
      }),
    sync: (path, expected) => around(fate, 'sync', () => files.sync(path, expected)),
    makeDirectory: (path) => around(fate, 'makeDirectory', () => files.makeDirectory(path)),
    moveNew: (from, to, expected) =>
      around(fate, 'moveNew', () => {
        if (fate.isLast('moveNew', 'half')) {
          linkSync(from, to);
          end();
        }
        return files.moveNew(from, to, expected);
      }),
    removeLeftover: (path) => around(fate, 'removeLeftover', () => files.removeLeftover(path)),
  };
}

/** By then all of a small request has arrived. Milliseconds. */
const wholeMs = 40;

/** @param unmarked the closing boundary goes out before `sent` is committed, as it must not */
export function mortalService(service: Service, fate: Fate, unmarked = false): Service {
  const told = (operation: string, options: UploadOptions): UploadOptions => ({
    ...options,
    beforeClosingBoundary: async () => {
      fate.pass(operation, 'boundary');
      const may = unmarked || (await options.beforeClosingBoundary());
      fate.pass(operation, 'sent');
      // The service holds its answers back for longer than this.
      if (fate.isLast(operation, 'whole')) setTimeout(end, wholeMs);
      return may;
    },
  });
  return {
    ...service,
    viewExtraction: (id, options) => around(fate, 'viewExtraction', () => service.viewExtraction(id, options)),
    uploadFiles: (id, files, options) =>
      around(fate, 'uploadFiles', () => service.uploadFiles(id, files, told('uploadFiles', options))),
    getBatchResults: (id, batch, options) => around(fate, 'getBatchResults', () => service.getBatchResults(id, batch, options)),
    uploadClassificationBatch: (id, files, options) =>
      around(fate, 'uploadClassificationBatch', () =>
        service.uploadClassificationBatch(id, files, told('uploadClassificationBatch', options)),
      ),
    getClassificationBatch: (id, batch, options) =>
      around(fate, 'getClassificationBatch', () => service.getClassificationBatch(id, batch, options)),
    overrideCategory: (id, file, category, options) =>
      around(fate, 'overrideCategory', () => service.overrideCategory(id, file, category, options)),
    redoClassification: (id, file, options) =>
      around(fate, 'redoClassification', () => service.redoClassification(id, file, options)),
  };
}
