import { Users } from 'lucide-react';
import { isolated } from '../../electron/core/messages/wording.ts';
import { useOpenElsewhere } from '../host/use-open-elsewhere.ts';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './open-elsewhere.module.css';

/** Says where else a document is open, and since when. It is read out when that changes. */
export function OpenElsewhere({ id, className }: { readonly id: number; readonly className?: string | undefined }) {
  const words = useWords('review');
  const formats = useFormats();
  const places = useOpenElsewhere().get(id);
  return (
    <div role="status" className={className}>
      {places !== undefined && (
        <p className={styles.note}>
          <Users aria-hidden />
          <span>
            {words('openSince', { machines: formats.list(places.machines.map(isolated)), since: formats.when(places.since) })}
          </span>
        </p>
      )}
    </div>
  );
}
