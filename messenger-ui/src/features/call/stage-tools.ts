/** What the screens of a call can do with the place they are drawn in. */
export interface StageTools {
  /** The conversation that the call belongs to. */
  name: string;
  mode: 'section' | 'small' | 'full';
  isFull: boolean;
  onFill: () => void;
  /** The call goes on in a small window. */
  onToChat: () => void;
  onToCall: () => void;
  onHangUp: () => void;
}
