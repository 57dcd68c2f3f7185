import './stranger-text.css';

/** An id or name that came from outside: plain text that keeps its own direction to itself. */
export const StrangerText = ({ text }: { readonly text: string }) => (
  <bdi className="stranger" title={text}>
    {text}
  </bdi>
);

/** A long text from outside, lines kept. `label` names the block. */
export const StrangerBlock = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <section aria-label={label}>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no mouse scrolls it too */}
    <pre className="stranger-block" tabIndex={0}>
      {text}
    </pre>
  </section>
);
