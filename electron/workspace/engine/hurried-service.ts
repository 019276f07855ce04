import type { Service } from '../../service/service.ts';

/**
 * A service whose uploads end when `signal` says so, whatever the engine still hopes for: an upload that is whole and
 * has no answer then counts as one whose answer was lost.
 */
export function hurriedService(service: Service, signal: AbortSignal): Service {
  const both = (given: AbortSignal | undefined) => (given === undefined ? signal : AbortSignal.any([given, signal]));
  return {
    ...service,
    uploadFiles: (id, files, options) => service.uploadFiles(id, files, { ...options, signal: both(options.signal) }),
    uploadClassificationBatch: (id, files, options) =>
      service.uploadClassificationBatch(id, files, { ...options, signal: both(options.signal) }),
  };
}
