import {
  adminAccountSchema,
  adminSecurityEndpoints as endpoints,
  enrollmentSchema,
  recoveryCodesSchema,
  type EnrollmentView,
} from "@/lib/contracts/admin/security";
import { adminJson, adminQuery, adminRequest } from "./admin";

/** The logged-in administrator's own account. */
export function adminAccount() {
  return adminQuery(["admin", "account"], endpoints.account, adminAccountSchema);
}

/** Throws FetchError. */
export async function changePassword(body: {
  currentPassword: string;
  password: string;
}): Promise<void> {
  await adminRequest(endpoints.password, { method: "POST", body });
}

/** Throws FetchError. */
export function startEnrollment(currentPassword: string): Promise<EnrollmentView> {
  const options = { method: "POST", body: { currentPassword } } as const;
  return adminJson(endpoints.twoFactor, enrollmentSchema, options);
}

/** Returns the recovery codes. Throws FetchError. */
export async function confirmEnrollment(code: string): Promise<string[]> {
  const options = { method: "POST", body: { code } } as const;
  return (await adminJson(endpoints.twoFactorConfirm, recoveryCodesSchema, options)).recoveryCodes;
}

/** Returns the recovery codes. Throws FetchError. */
export async function renewRecoveryCodes(currentPassword: string): Promise<string[]> {
  const options = { method: "POST", body: { currentPassword } } as const;
  return (await adminJson(endpoints.recoveryCodes, recoveryCodesSchema, options)).recoveryCodes;
}

/** Throws FetchError. */
export async function turnOffTwoFactor(body: {
  currentPassword: string;
  code: string;
}): Promise<void> {
  await adminRequest(endpoints.twoFactorTurnOff, { method: "POST", body });
}

/** Throws FetchError. */
export async function removeDevice(id: number): Promise<void> {
  await adminRequest(endpoints.device(id), { method: "DELETE" });
}
