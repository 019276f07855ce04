/** A progress bar; indeterminate without a value. */
export function Progress({ label, value }: { readonly label: string /** From 0 to 1. */; readonly value?: number | undefined }) {
  return <progress aria-label={label} max={1} value={value} />;
}
