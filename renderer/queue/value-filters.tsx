import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { IconButton } from '../components/button.tsx';
import { Field, Form, Input, SelectField } from '../components/field.tsx';
import { useHostQuery } from '../host/host.tsx';
import { go } from '../navigation.ts';
import { useWords } from '../words/words.tsx';
import { type QueueLocation, valuesOf } from './filters.ts';
import styles from './screen.module.css';

/** Narrows the list down to what documents say themselves: a period, amounts and a sender. What is entered counts once it is left. */
export function ValueFilters({ location }: { readonly location: QueueLocation }) {
  const words = useWords('queue.by');
  const { folderId, from = '', to = '', least = '', most = '', sender = '' } = location;
  const { data } = useHostQuery('senders', { ...(folderId !== undefined && { folderId }) });
  const form = useRef<HTMLFormElement>(null);
  const offered = useId();
  const set = (changes: Partial<QueueLocation>): void => go({ ...location, documentId: undefined, ...changes });
  const apply = (): void => {
    if (form.current !== null) set(Object.fromEntries(new FormData(form.current)));
  };
  const periods = periodsAt(new Date());
  const names = Object.keys(periods) as (keyof typeof periods)[];
  const period = names.find((name) => periods[name].from === from && periods[name].to === to) ?? 'own';
  const day = (name: 'from' | 'to', value: string) => (
    <Field label={words(name)}>
      <Input key={value} type="date" name={name} defaultValue={value} onBlur={apply} />
    </Field>
  );
  const amount = (name: 'least' | 'most', value: string) => (
    <Field label={words(name)} className={styles.short}>
      <Input key={value} type="number" step="any" name={name} defaultValue={value} onBlur={apply} />
    </Field>
  );
  return (
    <Form ref={form} onSubmit={apply} className={styles.values} aria-label={words('label')}>
      {/* Without one, Enter does not submit a form of several fields. */}
      <input type="submit" hidden />
      <SelectField
        label={words('period')}
        value={period}
        options={[...names, 'own' as const].map((name) => [name, words(`periods.${name}`)])}
        onChoose={(name) => name !== 'own' && set(periods[name])}
      />
      {day('from', from)}
      {day('to', to)}
      {amount('least', least)}
      {amount('most', most)}
      <Field label={words('sender')} className={styles.short}>
        <Input
          key={sender}
          name="sender"
          maxLength={200}
          list={offered}
          defaultValue={sender}
          onBlur={apply}
          onChange={({ target }) => data?.senders.includes(target.value) && apply()}
        />
      </Field>
      <datalist id={offered}>
        {data?.senders.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {Object.keys(valuesOf(location)).length > 0 && (
        <IconButton
          label={words('clear')}
          icon={<X />}
          onClick={() => set({ from: '', to: '', least: '', most: '', sender: '' })}
        />
      )}
    </Form>
  );
}

/** The periods that are offered, by their first and last day. */
function periodsAt(now: Date) {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const period = (from: number, to: number) => {
    const [first, last] = [new Date(Date.UTC(year, from, 1)), new Date(Date.UTC(year, to, 0))];
    return { from: first.toISOString().slice(0, 10), to: last.toISOString().slice(0, 10) };
  };
  return {
    any: { from: '', to: '' },
    month: period(month, month + 1),
    lastMonth: period(month - 1, month),
    year: period(0, 12),
  };
}
