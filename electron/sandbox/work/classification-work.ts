import type { Reading } from '../documents.ts';
import { pickDuration } from '../random.ts';
import type { PageAccount } from '../state/account.ts';
import {
  type ClassificationBatchRecord,
  type ClassificationFileRecord,
  type ClassificationStore,
  type ClassificationVerdict,
  decideVerdict,
} from '../state/classifications.ts';
import type { ExtractionStore } from '../state/extractions.ts';
import { pagesOf } from './acceptance.ts';
import { classifiedEvent } from './events.ts';
import type { ExtractionWork, WorkDependencies } from './extraction-work.ts';

export type ClassificationWork = ReturnType<typeof createClassificationWork>;

type Judgement =
  | { readonly kind: 'judged'; readonly verdict: ClassificationVerdict }
  | { readonly kind: 'failed'; readonly reason: string };

/** Classifies files, and passes those in a linked category on to its extraction (electron/service/README.md, "States"). */
export function createClassificationWork({
  classifications,
  extractions,
  extractionWork,
  pages,
  documents,
  timers,
  delays,
  random,
  faults,
  announce,
  log,
}: WorkDependencies & {
  readonly classifications: ClassificationStore;
  readonly extractions: ExtractionStore;
  readonly extractionWork: ExtractionWork;
  readonly pages: PageAccount;
}) {
  const endpoint = 'uploadClassificationBatch';

  async function judge(classificationId: string, file: ClassificationFileRecord): Promise<Judgement> {
    if (faults.takeFile('fail', endpoint, file.fileName)) return { kind: 'failed', reason: 'A fault made it fail.' };
    const reading = await file.reading;
    try {
      const { categories } = classifications.get(classificationId);
      return { kind: 'judged', verdict: await decideVerdict(reading, categories, documents.findCategory) };
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async function finish(batch: ClassificationBatchRecord, file: ClassificationFileRecord, run: number): Promise<void> {
    const judgement = await judge(batch.classificationId, file);
    if (file.run !== run || !classifications.apply(batch, file, judgement)) return;
    log(
      `${file.fileName}: ${judgement.kind === 'failed' ? 'failed' : `classified as ${judgement.verdict.categoryName ?? 'nothing'}`}`,
    );
    announce(classifiedEvent(batch, file));
    if (judgement.kind === 'judged') await passOn(batch, file, judgement.verdict.categoryId);
  }

  async function passOn(
    classified: ClassificationBatchRecord,
    file: ClassificationFileRecord,
    categoryId: string | null,
  ): Promise<void> {
    const reading = await file.reading;
    const { categories } = classifications.get(classified.classificationId);
    const linked = categories.find(({ id }) => id === categoryId)?.linkedExtractionId;
    if (linked === undefined || !extractions.has(linked) || file.passedOnTo.includes(linked)) return;
    classifications.passedOn(classified, file, linked);
    const paid = pages.take(pagesOf(reading));
    const batch = extractions.addBatch(linked, endpoint, [file]);
    // There is no request to refuse with 403, so the file fails in the extraction.
    const outOfPages: Reading = { kind: 'unreadable', reason: 'Out of pages.' };
    extractionWork.start(batch, [Promise.resolve(paid ? reading : outOfPages)]);
  }

  return {
    start(batch: ClassificationBatchRecord, files: readonly ClassificationFileRecord[]): void {
      for (const file of files) {
        file.run += 1;
        const { run } = file;
        timers.after(pickDuration(delays.queued, random), () => {
          if (faults.takeFile('stuck', endpoint, file.fileName)) return;
          timers.after(pickDuration(delays.processing, random), () => void finish(batch, file, run));
        });
      }
    },
  };
}
