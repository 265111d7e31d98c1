/** The webhook of an automation service that sends texts for us (docs/product-spec.md, section 17). */
export type AutomationWebhook = {
  /**
   * Sends one text.
   *
   * @param text.phoneNumber E.164
   * @throws Error when the service didn't accept it, or the outcome is unknown
   */
  sendText(text: { phoneNumber: string; message: string }): Promise<void>;
};
