import type { RuleKey, RuleValue } from '../rules';

/** The form of a rule. */
export interface FormProps<Key extends RuleKey> {
  value: RuleValue<Key>;
  onChange: (value: RuleValue<Key>) => void;
}
