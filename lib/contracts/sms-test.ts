export const smsTestEndpoint = "/api/test-webhook";
