import {
  useMutation,
  type MutateOptions,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';

/** What follows an act. TanStack's own callbacks belong to the screen: they are dropped once the component is gone. */
interface Following<Data, Variables> extends MutateOptions<Data, Error, Variables> {
  /** Tells of what was done, also when the component that asked for it has gone before the answer came. */
  readonly tell?: (data: Data) => void;
  /** Tells of what went wrong, also when the component has gone. */
  readonly tellFailure?: (error: Error) => void;
}

/** A mutation that is begun with `act`: what it tells is told in any case. */
interface Action<Data, Variables> extends Omit<
  UseMutationResult<Data, Error, Variables>,
  'mutate' | 'mutateAsync'
> {
  readonly act: (variables: Variables, following?: Following<Data, Variables>) => void;
  /** For what takes an act back: whoever calls it sees to the answer. */
  readonly actAsync: (variables: Variables) => Promise<Data>;
}

/** Something that an operator does; the one way to change anything from a screen. */
export const useAction = <Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): Action<Data, Variables> => {
  const { mutate: _, mutateAsync, ...state } = useMutation(options);
  return {
    ...state,
    actAsync: (variables) => mutateAsync(variables),
    act: (variables, { tell, tellFailure, ...ofTheScreen } = {}) =>
      void mutateAsync(variables, ofTheScreen).then(
        (data) => tell?.(data),
        (error: Error) => tellFailure?.(error),
      ),
  };
};
