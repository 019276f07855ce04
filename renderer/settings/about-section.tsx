import type { About } from '../../electron/core/contract/status.ts';
import { useWords } from '../words/words.tsx';
import { Section } from './section.tsx';
import styles from './settings.module.css';

export function AboutSection({ about }: { readonly about: About }) {
  const words = useWords('settings.about');
  return (
    <Section title={words('title')}>
      <p>
        <strong>{about.name}</strong> · {words('version', { version: about.version })}
      </p>
      <p className={styles.hint}>
        {words(about.host)} · {words('platform', { platform: about.platform })}
      </p>
    </Section>
  );
}
