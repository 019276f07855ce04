import type { ClassificationBatch, ClassificationResults, ExtractionBatch } from '../../electron/core/protocol/service-shapes.ts';
import { valueIn } from './contents.ts';
import { type HeldBatch, type HeldFile, statusOf } from './held-batch.ts';
import type { Dice } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The service's answers, in its own shapes. The order of files means nothing. */

export function acceptedExtraction(batch: HeldBatch, dice: Dice): ExtractionBatch {
  const files = batch.files.map(({ id, fileName }) => ({ id, fileName, status: 'queued', extra: {} }));
  return { batchId: batch.id, extractionId: batch.route.id, files: shuffled(files, dice) };
}

export function extractionResults(batch: HeldBatch, clock: VirtualClock, dice: Dice): ExtractionBatch {
  const now = clock.elapsed;
  const files = batch.files.map((file) => {
    const status = statusOf(file, now);
    const result = { extractedData: { value: found(file, status) }, modelUsed: 'fake', extra: {} };
    return { id: file.id, fileName: file.fileName, status, ...(hasResult(file, status, now) && { result }), extra: {} };
  });
  return { batchId: batch.id, extractionId: batch.route.id, files: shuffled(files, dice) };
}

export function acceptedClassification(batch: HeldBatch): ClassificationBatch {
  return { id: batch.id, classificationId: batch.route.id, status: 'queued', fileCount: batch.files.length, extra: {} };
}

export function classificationResults(batch: HeldBatch, clock: VirtualClock, dice: Dice): ClassificationResults {
  const now = clock.elapsed;
  const files = batch.files.map((file) => {
    const status = statusOf(file, now);
    const verdict = { categoryId: 'category-1', categoryName: 'Letters', confidence: 0.9, reasoning: found(file, status) };
    return { id: file.id, fileName: file.fileName, status, ...(hasResult(file, status, now) && verdict), extra: {} };
  });
  const status = files.every((file) => file.status === 'queued') ? 'queued' : 'processed';
  return { batch: { status, fileCount: files.length, extra: {} }, files: shuffled(files, dice) };
}

/** The person who confirms corrects the value. */
function found({ hash }: HeldFile, status: string): string {
  return status === 'confirmed' ? `${valueIn(hash)}, corrected` : valueIn(hash);
}

function hasResult(file: HeldFile, status: string, now: number): boolean {
  return now >= file.endsAt && status !== 'failed';
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  return items
    .map((item) => ({ item, order: dice.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
