import type { Keyring, PageAccount } from './account.ts';
import { errors, ServiceError } from './errors.ts';
import { categoriesSchema, classificationSchema, definitionSchema, parseAs } from './http/schemas.ts';
import { type BatchRecord, batchIn, type FileRecord, fileIn, type Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * What a person does in the service's dashboard, and what only a stand-in can do. Everything throws `ServiceError`: 400 for
 * a bad argument, 404 for something unknown, 409 for what the current state forbids.
 */
export function createControl({
  keyring,
  pages,
  webhooks,
  store,
}: {
  readonly keyring: Keyring;
  readonly pages: PageAccount;
  readonly webhooks: Webhooks;
  readonly store: Store;
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
    createExtraction: (details: unknown) => store.createExtraction(parseAs(definitionSchema, details)).extractionId,
    /** Creates a classification, from an object like the body of POST /classifications. */
    createClassification(details: unknown) {
      const { name, description, categories } = parseAs(classificationSchema, details);
      const created = store.createClassification(name, description, categories);
      return { id: created.id, categories: created.categories.map((category) => ({ id: category.id, name: category.name })) };
    },
    /** Changes a classification's categories, for the next redo; a category that keeps its name keeps its id. */
    setCategories: (id: string, categories: unknown) =>
      void store.setCategories(id, parseAs(categoriesSchema, categories, 'categories')),
    /** Confirms a file that is processed or needs_review, with a person's corrections. */
    confirmFile(extractionId: string, batchId: string, fileId: string, corrections: Readonly<Record<string, string>> = {}) {
      const { definition, batches } = store.extraction(extractionId);
      const { batch, file } = fileIn([batchIn({ batches }, batchId)], fileId);
      const unknown = Object.keys(corrections).find((key) => definition.fields.every((field) => field.key !== key));
      if (unknown !== undefined) throw errors.badRequest(`The extraction has no field "${unknown}".`);
      const { state } = file;
      if (!('values' in state) || state.status === 'confirmed')
        throw new ServiceError(409, `A file that is ${state.status} cannot be confirmed.`);
      store.set(batch, file, { status: 'confirmed', values: { ...state.values, ...corrections } });
      return fileView(file);
    },
    extractions: () =>
      [...store.extractions.values()].map(({ extractionId, definition: { name }, batches }) => ({
        ...{ extractionId, name, batches: batchViews(batches) },
      })),
    classifications: () =>
      [...store.classifications.values()].map(({ id, name, categories, batches }) => ({
        ...{ id, name, categories, batches: batchViews(batches) },
      })),
  };
}

function batchViews(batches: ReadonlyMap<string, BatchRecord>) {
  return [...batches.values()].map(({ files, ...batch }) => ({ ...batch, files: files.map(fileView) }));
}

/** A file as the dashboard would show it, with `values` once there are some, or the `reason` of a failure. */
function fileView({ id, fileName, size, sha256, state }: FileRecord) {
  return {
    ...{ id, fileName, size, sha256, status: state.status },
    ...('values' in state ? { values: state.values } : {}),
    ...('reason' in state ? { reason: state.reason } : {}),
  };
}
