import { saveReferralDraft, type ReferralDraft, type ReferralDraftContent } from '@careloop/contracts/referrals/drafts';
import { call } from '../../../api/call.ts';
import { toApiError } from '../../../api/errors.ts';
import { createStore } from '../../../lib/store.ts';

/** Milliseconds without a change after which the draft is saved (docs/domain/referrals.md). */
const saveDelay = 1000;
/** Milliseconds until a failed save is tried again. */
const retryDelay = 5000;
/** Versions that are remembered; a save may name 1,000. */
const maxSeen = 900;

interface DraftState {
  /** Whether the last save failed. */
  hasFailed: boolean;
  /** The draft that another window saved meanwhile; null when there is no conflict. */
  conflict: ReferralDraft | null;
}

/** Saves a referral that is not sent yet, by version (decision 025). */
export class DraftSaver {
  readonly state = createStore<DraftState>({ hasFailed: false, conflict: null });
  readonly #patientId: number;
  readonly #content: (step: number) => ReferralDraftContent;
  /** Where the wizard stands. */
  #step: number;
  /** The version it goes on with and those written since, also when it is not known whether they arrived. */
  #seen: string[];
  /** What is typed is newer than what the server has. */
  #isChanged = false;
  /** It is being sent or is discarded: nothing is saved any more. */
  #isOver = false;
  #saving: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param content what the wizard holds now, at this step */
  constructor(patientId: number, saved: ReferralDraft | null, content: (step: number) => ReferralDraftContent) {
    this.#patientId = patientId;
    this.#step = saved?.content.step ?? 0;
    this.#content = content;
    this.#seen = saved === null ? [] : [saved.version];
  }

  /** Something was typed or chosen. */
  noteChange(): void {
    this.#isChanged = true;
    this.#saveIn(saveDelay);
  }

  /** The wizard stands at another step. */
  noteStep(step: number): void {
    this.#step = step;
  }

  /**
   * Settles with whether the server has everything.
   * @param isPageLeft waits for nothing, and lets the call outlive the page
   */
  async save(isPageLeft = false): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#isOver) return true;
    if (!this.#isChanged) {
      await this.#saving;
      return !this.#isChanged;
    }
    this.#isChanged = false;
    const content = this.#content(this.#step);
    const saved = isPageLeft ? this.#write(content, true) : this.#saving.then(() => this.#write(content));
    this.#saving = Promise.all([this.#saving, saved]);
    return saved;
  }

  /** Saves over the draft of the other window. */
  keepMine(): void {
    const { conflict } = this.state.get();
    if (conflict !== null) this.#seen = [...this.#seen, conflict.version];
    this.#isChanged = true;
    void this.save();
  }

  /** Removes the draft. Answers whether it is gone. */
  async discard(): Promise<boolean> {
    await this.take();
    return this.#write(null);
  }

  /** Saves no more, because the referral is sent. Answers the versions that the send removes. */
  async take(): Promise<string[]> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#saving;
    return this.#seen;
  }

  /** It was not sent: goes on saving. */
  giveBack(): void {
    this.#isOver = false;
  }

  /** Answers whether the server has it. */
  async #write(content: ReferralDraftContent | null, outlivesPage = false): Promise<boolean> {
    const version = crypto.randomUUID();
    const input = { patientId: this.#patientId, version, seen: this.#seen, content };
    this.#seen = [...this.#seen, version].slice(-maxSeen);
    try {
      const { current } = await call(saveReferralDraft, input, { outlivesPage });
      const isOther = current !== null && !this.#seen.includes(current.version);
      if (isOther) this.#isChanged = true;
      this.state.set({ hasFailed: false, conflict: isOther ? current : null });
      return !isOther;
    } catch (error) {
      this.#isChanged = true;
      this.state.set({ ...this.state.get(), hasFailed: true });
      if (toApiError(error).isTransient) this.#saveIn(retryDelay);
      return false;
    }
  }

  #saveIn(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(() => void this.save(), delay);
  }
}
