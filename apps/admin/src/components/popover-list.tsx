import { Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactElement, ReactNode } from 'react';
import './popover-list.css';

interface PopoverListProps {
  /** The button that opens it. */
  readonly renderButton: (onToggle: () => void) => ReactElement;
  readonly renderList: (onClose: () => void) => ReactNode;
}

/** Choices and small forms below a button. No menu: a menu may hold nothing but its items. */
export const PopoverList = ({ renderButton, renderList }: PopoverListProps) => {
  const [isOpen, popover] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onDismiss={popover.close} position="bottom-end" width={300} trapFocus>
      <Popover.Target>{renderButton(popover.toggle)}</Popover.Target>
      <Popover.Dropdown className="popover-list">{renderList(popover.close)}</Popover.Dropdown>
    </Popover>
  );
};

interface PopoverActionProps {
  readonly icon?: ReactNode;
  readonly onAct: () => void;
  readonly children: string;
}

/** One thing to choose in a {@link PopoverList}. */
export const PopoverAction = ({ icon, onAct, children }: PopoverActionProps) => (
  <UnstyledButton className="popover-action" onClick={onAct}>
    {icon}
    <bdi>{children}</bdi>
  </UnstyledButton>
);
