import { createContext, use, useState, type ReactNode } from 'react';

const ScrollerContext = createContext<HTMLElement | null>(null);

/** The element in which the calling part scrolls. */
export const useScroller = (): HTMLElement | null => use(ScrollerContext);

interface ScrollerProps {
  readonly className: string;
  /** Names the place that is remembered for when one comes back. */
  readonly restorationId?: string | undefined;
  readonly onPointerHold?: (isHeld: boolean) => void;
  readonly children: ReactNode;
}

/** Something that scrolls, known to the tables in it. */
export const Scroller = ({ className, restorationId, onPointerHold, children }: ScrollerProps) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  return (
    <div
      ref={setElement}
      className={className}
      data-scroll-restoration-id={restorationId}
      onPointerEnter={(event) => onPointerHold?.(event.pointerType === 'mouse')}
      onPointerLeave={() => onPointerHold?.(false)}
    >
      <ScrollerContext value={element}>{children}</ScrollerContext>
    </div>
  );
};
