import { modelUsed } from './http/answers.ts';
import { categoriesSchema, classificationSchema, definitionSchema, parseAs } from './http/schemas.ts';
import type { Keyring, PageAccount } from './state/account.ts';
import type { ClassificationRecord, ClassificationStore } from './state/classifications.ts';
import type { ExtractionFileRecord, ExtractionRecord, ExtractionStore } from './state/extractions.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export type Control = ReturnType<typeof createControl>;

/**
 * What a person does in the service's dashboard, and what only a stand-in can do. Everything throws `ServiceError`: 400 for
 * a bad argument, 404 for something unknown, 409 for what the current state forbids.
 */
export function createControl({
  keyring,
  pages,
  webhooks,
  extractions,
  classifications,
}: {
  readonly keyring: Keyring;
  readonly pages: PageAccount;
  readonly webhooks: Webhooks;
  readonly extractions: ExtractionStore;
  readonly classifications: ClassificationStore;
}) {
  return {
    createKey: (name: string) => keyring.create(name),
    revokeKey: keyring.revoke,
    pages: () => ({ perMonth: pages.perMonth, remaining: pages.remaining() }),
    setPages: pages.setRemaining,
    /** One URL per account; it replaces the previous one. https, or http on this computer. The secret is shown only here. */
    registerWebhook: webhooks.register,
    deliveries: webhooks.deliveries,
    /** Creates an extraction without a first file, from an object like `extractionDetails`. @returns its id */
    createExtraction: (details: unknown) => extractions.create(parseAs(definitionSchema, details)).extractionId,
    /** Creates a classification, from an object like the body of POST /classifications. */
    createClassification(details: unknown) {
      const { name, description, categories } = parseAs(classificationSchema, details);
      const created = classifications.create(name, description, categories);
      return { id: created.id, categories: created.categories.map((category) => ({ id: category.id, name: category.name })) };
    },
    /** Changes a classification's categories, for the next redo; a category that keeps its name keeps its id. */
    setCategories: (id: string, categories: unknown) =>
      void classifications.setCategories(id, parseAs(categoriesSchema, categories, 'categories')),
    /** Confirms a file that is processed or needs_review, with a person's corrections. */
    confirmFile: (extractionId: string, batchId: string, fileId: string, corrections: Readonly<Record<string, string>> = {}) =>
      fileView(extractions.confirm(extractionId, batchId, fileId, corrections)),
    extractions: () => extractions.list().map(extractionView),
    classifications: () => classifications.list().map(classificationView),
  };
}

/** A file as the dashboard would show it, with `values` once there are some, or the `reason` of a failure. */
function fileView({ id, fileName, size, sha256, state }: ExtractionFileRecord) {
  return {
    ...{ id, fileName, size, sha256, status: state.status },
    ...('values' in state ? { values: state.values, modelUsed } : {}),
    ...('reason' in state ? { reason: state.reason } : {}),
  };
}

function extractionView({ extractionId, definition, batches }: ExtractionRecord) {
  return {
    extractionId,
    name: definition.name,
    batches: [...batches.values()].map(({ files, ...batch }) => ({ ...batch, files: files.map(fileView) })),
  };
}

function classificationView({ id, name, categories, batches }: ClassificationRecord) {
  return {
    ...{ id, name, categories },
    batches: [...batches.values()].map((batch) => ({
      id: batch.id,
      files: batch.files.map(({ id: fileId, fileName, size, sha256, state }) => ({
        ...{ id: fileId, fileName, size, sha256, status: state.status },
        ...('reason' in state ? { reason: state.reason } : {}),
      })),
    })),
  };
}
