import { useEffect, type ReactNode } from 'react';
import { Scroller } from '../table/scroller.js';
import './page.css';

interface PageProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  /** Where the page belongs, above the title. */
  readonly above?: ReactNode;
  /** Stands at the right, beside the page. */
  readonly panel?: ReactNode;
  /** The page is as high as the window, and its list scrolls by itself. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** A page: its title is the heading and the tab's name. */
export const Page = ({ title, aside, above, panel, fills = false, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Spool`;
  }, [title]);
  return (
    <div className="page-frame">
      <Scroller className={fills ? 'page page-fills' : 'page'} restorationId={fills ? undefined : 'page'}>
        {above !== undefined && <div className="page-above">{above}</div>}
        <div className="page-heading">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {aside}
        </div>
        {children}
      </Scroller>
      {panel}
    </div>
  );
};

interface SectionProps {
  readonly title: string;
  /** Stands beside the title, at the end. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <section className="page-section" aria-label={title}>
    <div className="section-heading">
      <h2>{title}</h2>
      {aside}
    </div>
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
