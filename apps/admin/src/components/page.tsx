import { useEffect, type ReactNode } from 'react';
import './page.css';

interface PageProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title is the heading and the tab's name. */
export const Page = ({ title, aside, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Spool`;
  }, [title]);
  return (
    <>
      <div className="page-heading">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {aside}
      </div>
      {children}
    </>
  );
};

/** A titled part of a page. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="page-section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Facts as terms and details; a fact without a value is left out. */
export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts">
    {Object.entries(facts)
      .filter(([, value]) => value !== null && value !== undefined && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
