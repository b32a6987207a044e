// SPDX-License-Identifier: Apache-2.0
// The functions of OpenSSL that guard and Boost.Asio call, under their own names: each jumps to where
// load_open_ssl() (open_ssl.cc) has found the function. A call without a row does not link. The names
// are hidden: the libraries that guard loads must not take these for OpenSSL's.

  .macro jump place
#if defined(__x86_64__)
  endbr64
  jmp *\place(%rip)
#elif defined(__aarch64__)
  hint #34  // bti c
  adrp x16, \place
  ldr x16, [x16, :lo12:\place]
  br x16
#else
#error "no jump for this processor"
#endif
  .endm

  .macro call_of name
  .text
  .p2align 4
  .globl \name
  .hidden \name
  .type \name, %function
\name:
  jump .Lplace_\name
  .size \name, . - \name

  .data
  .p2align 3
.Lplace_\name:
  .quad not_loaded

  .section .rodata.open_ssl_names, "a", %progbits
.Lname_\name:
  .asciz "\name"

  .section .data.rel.ro.open_ssl_calls, "aw", %progbits
  .quad .Lname_\name, .Lplace_\name
  .endm

  .text
  .type not_loaded, %function
not_loaded:
#if defined(__x86_64__)
  endbr64
  ud2
#else
  hint #34
  udf #0
#endif
  .size not_loaded, . - not_loaded

  .section .data.rel.ro.open_ssl_calls, "aw", %progbits
  .p2align 3
  .globl guard_open_ssl_calls
  .hidden guard_open_ssl_calls
guard_open_ssl_calls:

  call_of BIO_ctrl
  call_of BIO_ctrl_pending
  call_of BIO_free
  call_of BIO_new_bio_pair
  call_of BIO_new_mem_buf
  call_of BIO_read
  call_of BIO_write
  call_of CRYPTO_free
  call_of ERR_clear_error
  call_of ERR_error_string_n
  call_of ERR_get_error
  call_of ERR_reason_error_string
  call_of EVP_Digest
  call_of EVP_DigestSign
  call_of EVP_DigestSignInit
  call_of EVP_DigestVerify
  call_of EVP_DigestVerifyInit
  call_of EVP_MD_CTX_free
  call_of EVP_MD_CTX_new
  call_of EVP_PKEY_free
  call_of EVP_PKEY_get_raw_public_key
  call_of EVP_PKEY_new_raw_private_key
  call_of EVP_PKEY_new_raw_public_key
  call_of EVP_blake2b512
  call_of PEM_read_bio_PrivateKey
  call_of SSL_CTX_check_private_key
  call_of SSL_CTX_ctrl
  call_of SSL_CTX_free
  call_of SSL_CTX_get_default_passwd_cb
  call_of SSL_CTX_get_default_passwd_cb_userdata
  call_of SSL_CTX_get_ex_data
  call_of SSL_CTX_get_verify_callback
  call_of SSL_CTX_load_verify_locations
  call_of SSL_CTX_new
  call_of SSL_CTX_set_default_passwd_cb
  call_of SSL_CTX_set_default_passwd_cb_userdata
  call_of SSL_CTX_set_default_verify_paths
  call_of SSL_CTX_set_ex_data
  call_of SSL_CTX_set_num_tickets
  call_of SSL_CTX_set_options
  call_of SSL_CTX_set_verify
  call_of SSL_CTX_use_PrivateKey
  call_of SSL_CTX_use_certificate_chain_file
  call_of SSL_accept
  call_of SSL_connect
  call_of SSL_ctrl
  call_of SSL_free
  call_of SSL_get_error
  call_of SSL_get_ex_data
  call_of SSL_get_ex_data_X509_STORE_CTX_idx
  call_of SSL_get_shutdown
  call_of SSL_get_verify_mode
  call_of SSL_new
  call_of SSL_read
  call_of SSL_set_bio
  call_of SSL_set_ex_data
  call_of SSL_set_fd
  call_of SSL_set_verify
  call_of SSL_shutdown
  call_of SSL_write
  call_of TLS_client_method
  call_of TLS_method
  call_of TLS_server_method
  call_of X509_STORE_CTX_get_current_cert
  call_of X509_STORE_CTX_get_error_depth
  call_of X509_STORE_CTX_get_ex_data
  call_of X509_check_host
  call_of X509_check_ip_asc
  call_of d2i_PrivateKey_bio

  .section .data.rel.ro.open_ssl_calls, "aw", %progbits
  .globl guard_open_ssl_calls_end
  .hidden guard_open_ssl_calls_end
guard_open_ssl_calls_end:

  .section .note.GNU-stack, "", %progbits
