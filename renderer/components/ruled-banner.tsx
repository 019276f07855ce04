import { useHostQuery } from '../host/use-host-query.ts';
import { useWords } from '../words/words.tsx';
import { Banner } from './banner.tsx';

/** Whether a config file says which folders are watched, and how: nothing of that can be changed here. */
export function useIsRuled(): boolean {
  return useHostQuery('preferences', {}).data?.configFile !== undefined;
}

/** Where to change what cannot be changed here. */
export function RuledBanner() {
  const words = useWords('settings');
  const file = useHostQuery('preferences', {}).data?.configFile;
  return file === undefined ? null : <Banner>{words('ruled', { file })}</Banner>;
}
