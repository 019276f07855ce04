import { useId } from 'react';
import type { Preferences } from '../../electron/core/contract/preferences.ts';
import { languages, languageTags } from '../../electron/core/languages/languages.ts';
import { Field, Select } from '../components/field.tsx';
import { useWords } from '../words/words.tsx';
import { Section } from './section.tsx';
import styles from './settings.module.css';
import { useSave } from './use-save.ts';

const appearances = ['system', 'light', 'dark'] as const;

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
          <option value="system">{words('system')}</option>
          {languageTags.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {languages[tag].language.name}
            </option>
          ))}
        </Select>
      </Field>
    </Section>
  );
}
