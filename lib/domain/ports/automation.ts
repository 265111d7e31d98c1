/** A webhook of an automation service that sends a text on our behalf (spec, section 7). */
export type AutomationWebhook = {
  /**
   * Hands one text over.
   *
   * @param text.phoneNumber E.164
   * @throws Error when the service did not take it, or nobody can say
   */
  sendText(text: { phoneNumber: string; message: string }): Promise<void>;
};
