import type { OptionKey, ShownName } from '../../../electron/core/config/folder-controls.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { Choices } from '../../components/choices.tsx';
import { Field, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useWords } from '../../words/words.tsx';
import { defaultValues, formControls } from './draft.ts';
import styles from './form.module.css';
import type { PartProps } from './part.tsx';

/** The settings of one part of the form, in the order of the table: numbers first, then lists, then the others. */
export function Settings({ group, ...part }: PartProps & { readonly group: (typeof formControls)[number]['in'] }) {
  const own = formControls.filter((control) => control.in === group);
  const shown = (...kinds: readonly string[]) =>
    own.filter(({ as }) => kinds.includes(as)).map(({ name }) => <Setting key={name} name={name as ShownName} {...part} />);
  const boxes = [...shown('number'), ...shown('lines')];
  return (
    <>
      {boxes.length > 0 && <div className={styles.pair}>{boxes}</div>}
      {shown('switch', 'radio', 'select', 'text')}
    </>
  );
}

/** One setting, as the table says that it is typed. */
export function Setting({ name, draft, change, errors }: PartProps & { readonly name: ShownName }) {
  const words = useWords('folders.settings');
  const control = formControls.find((each) => each.name === name);
  if (control === undefined) return null;
  const { as, on, off = '', unset, choices } = control;
  const value = draft[name];
  const put = (typed: string | boolean): void => change({ [name]: typed });
  const option = (choice: string) => words(`${name}.options.${choice}` as OptionKey);
  const hint = words.has(`${name}.hint` as 'include.hint') ? words(`${name}.hint` as 'include.hint') : undefined;
  const hintOf = (choice: string) =>
    words.has(`${name}.hints.${choice}` as 'unresolved.hints.hold')
      ? words(`${name}.hints.${choice}` as 'unresolved.hints.hold')
      : undefined;
  const field = { label: words(`${name}.label`), hint, error: errors[name] };
  switch (as) {
    case 'number':
    case 'text':
      return (
        <TextField
          {...field}
          optional={as === 'number' && defaultValues[name] === ''}
          className={as === 'number' ? styles.number : styles.short}
          inputMode={as === 'number' ? 'decimal' : 'text'}
          value={String(value)}
          onText={put}
        />
      );
    case 'lines':
      return (
        <Field {...field} optional>
          <TextArea
            className="code"
            rows={3}
            spellCheck={false}
            value={String(value)}
            onChange={({ target }) => put(target.value)}
          />
        </Field>
      );
    case 'switch':
      return (
        <Switch
          {...field}
          checked={on === undefined ? value === true : (value || unset) === on}
          onChange={(isOn) => put(on === undefined ? isOn : isOn ? on : off)}
        />
      );
    case 'select':
      return (
        <SelectField
          {...field}
          className={styles.short}
          value={String(value)}
          options={[['', words(`${name}.none` as 'dates.none')], ...choices.map((choice) => [choice, option(choice)] as const)]}
          onChoose={put}
        />
      );
    case 'radio':
      return (
        <Choices
          legend={field.label}
          value={String(value)}
          options={choices.map((choice) => ({ value: choice, label: option(choice), hint: hintOf(choice) }))}
          onChoose={put}
        />
      );
    case 'own':
      return null;
    default:
      return assertNever(as);
  }
}
