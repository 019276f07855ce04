import { useId } from 'react';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { Field, Select } from '../components/field.tsx';
import { useWords } from '../words/words.tsx';
import { Section } from './section.tsx';
import styles from './settings.module.css';
import { useSave } from './use-save.ts';

const appearances = ['system', 'light', 'dark'] as const;
const languages = ['system', 'en', 'de'] as const;

export function LooksSection({ appearance, language }: Pick<Preferences, 'appearance' | 'language'>) {
  const words = useWords('settings.looks');
  const saving = useSave();
  const name = useId();
  return (
    <Section title={words('title')} saving={saving}>
      <fieldset className={styles.choices}>
        <legend>{words('appearance')}</legend>
        {appearances.map((each) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={each === appearance}
              onChange={() => saving.save({ appearance: each }, { appearance })}
            />
            {words(each)}
          </label>
        ))}
      </fieldset>
      <Field label={words('language')} className={styles.short}>
        <Select
          value={language}
          onChange={({ target }) => saving.save({ language: target.value as Preferences['language'] }, { language })}
        >
          {languages.map((each) => (
            <option key={each} value={each} {...(each !== 'system' && { lang: each })}>
              {words(each)}
            </option>
          ))}
        </Select>
      </Field>
    </Section>
  );
}
