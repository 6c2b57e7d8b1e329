/** State and actions of the call stage that its screens use. */
export interface CallStageControls {
  /** Name of the call's channel. */
  name: string;
  mode: 'section' | 'small' | 'full';
  isFullScreen: boolean;
  onToggleFullScreen: () => void;
  /** Shows the chat; the call continues in a small window. */
  onShowChat: () => void;
  onShowCall: () => void;
  onHangUp: () => void;
}
