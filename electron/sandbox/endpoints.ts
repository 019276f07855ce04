interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** It accepts files. */
  readonly upload: boolean;
  /** The member that the fault `missing-member` omits by default; undefined where the answer is not documented. */
  readonly member?: string;
}

/** The service's endpoints (electron/service/README.md), under the names that faults, the journal and `core` use. */
export const endpoints = {
  createExtraction: { method: 'POST', path: '/api/v1/createExtraction', upload: true, member: 'batchId' },
  viewExtraction: { method: 'POST', path: '/api/v1/viewExtraction', upload: false, member: 'fields' },
  updateExtraction: { method: 'PATCH', path: '/api/v1/updateExtraction', upload: true },
  deleteExtraction: { method: 'DELETE', path: '/api/v1/deleteExtraction', upload: false },
  uploadFiles: { method: 'POST', path: '/api/v1/uploadFiles', upload: true, member: 'batchId' },
  getBatchResults: { method: 'POST', path: '/api/v1/getBatchResults', upload: false, member: 'files' },
  createClassification: { method: 'POST', path: '/v1/classifications', upload: false, member: 'classification' },
  uploadClassificationBatch: {
    method: 'POST',
    path: '/v1/classifications/:classificationId/batches',
    upload: true,
    member: 'batch',
  },
  getClassificationBatch: {
    method: 'GET',
    path: '/v1/classifications/:classificationId/batches/:batchId',
    upload: false,
    member: 'files',
  },
  overrideCategory: { method: 'PATCH', path: '/v1/classifications/:classificationId/files/:fileId', upload: false },
  redoClassification: { method: 'POST', path: '/v1/classifications/:classificationId/files/:fileId/redo', upload: false },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

export const endpointNames = Object.keys(endpoints) as EndpointName[];

export function endpointOf(name: EndpointName): Endpoint {
  return endpoints[name];
}

/** Groups of endpoints that a fault may name. */
export const endpointGroups: Readonly<Record<string, readonly EndpointName[]>> = {
  all: endpointNames,
  uploads: endpointNames.filter((name) => endpoints[name].upload),
  polls: ['getBatchResults', 'getClassificationBatch'],
};

/** Whether a path belongs to the service's interface, where every request needs a key. */
export function isServicePath(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/v1/');
}
