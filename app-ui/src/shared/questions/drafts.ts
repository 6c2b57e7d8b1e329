import { ANSWERS_PREFIX } from '../account/unsent-answers';
import { INCOMPLETE_DATE } from './dates';
import type { Question } from './question';
import type { Values } from './submission';

/**
 * Unsent answers of an account on this device. Each change is stored at once, so a reload, an expired login or a lost
 * network loses nothing. Passwords are never stored.
 */
export class AnswerDrafts {
  private readonly prefix: string;
  /** For browsers that refuse to store. */
  private readonly memory = new Map<string, Values>();

  constructor(accountId: string) {
    this.prefix = `${ANSWERS_PREFIX}${accountId}.`;
  }

  /** `formKey` names a stage of a survey or a quiz. */
  get(formKey: string): Values {
    const remembered = this.memory.get(formKey);
    if (remembered !== undefined) return remembered;
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.prefix + formKey) ?? '{}');
      return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
        ? (stored as Values)
        : {};
    } catch {
      return {};
    }
  }

  save(formKey: string, questions: readonly Question[], values: Values): void {
    const passwords = new Set(questions.filter(({ type }) => type === 'Password').map(({ key }) => key));
    const kept = Object.entries(values).filter(
      ([key, value]) => !passwords.has(key) && value !== INCOMPLETE_DATE,
    );
    try {
      if (kept.length === 0) localStorage.removeItem(this.prefix + formKey);
      else localStorage.setItem(this.prefix + formKey, JSON.stringify(Object.fromEntries(kept)));
      this.memory.delete(formKey);
    } catch {
      this.memory.set(formKey, Object.fromEntries(kept));
    }
  }

  /** Removes what has been submitted. */
  remove(formKey: string): void {
    this.save(formKey, [], {});
  }
}
