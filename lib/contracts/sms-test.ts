/** Where test texts are sent from (spec, section 7). */
export const smsTestEndpoint = "/api/test-webhook";
