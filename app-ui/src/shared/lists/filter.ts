/** A filter of a list, as the toolbar draws it. */
export type Filter =
  | {
      kind: 'options';
      name: string;
      label: string;
      options: readonly { value: string; label: string }[];
      /** One value at most. */
      isSingle?: boolean;
    }
  /** The first and the last day. */
  | { kind: 'days'; name: string; until: string; label: string }
  /** Set by a link or a press on a row; here it can only be removed. */
  | { kind: 'value'; name: string; label: string; display: (value: string) => string };
